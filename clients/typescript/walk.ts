// A first match, by the types that are made from docs/openapi.json. Checked by `make clients`.
import createClient from "openapi-fetch";
import type { components, operations, paths } from "./schema";

type MatchView = components["schemas"]["MatchView"];
type Problem = components["schemas"]["Problem"];
type PlayMove = operations["playMove"]["requestBody"]["content"]["application/json"];

export class Refused extends Error {
  constructor(readonly problem: Problem) {
    super(`${problem.status} ${problem.code}: ${problem.detail}`);
  }
}

export async function firstMatch(baseUrl: string): Promise<MatchView> {
  const api = createClient<paths>({ baseUrl });
  const guest = await api.POST("/api/v1/auth/guest", { body: { device_name: "A phone" } });
  if (guest.error) throw new Refused(guest.error);
  const headers = { Authorization: `Bearer ${guest.data.token}` };

  const created = await api.POST("/api/v1/matches", {
    headers,
    body: {
      preset: "scopa_classica",
      seats: [{ type: "me" }, { type: "ai", level: "greedy" }],
    },
  });
  if (created.error) throw new Refused(created.error);
  let view: MatchView = created.data;

  const path = { match_id: view.id };
  const move = firstMove(view);
  if (move === undefined) return view;
  const played = await api.POST("/api/v1/matches/{match_id}/moves", {
    headers,
    params: { path, header: { "Idempotency-Key": crypto.randomUUID() } },
    body: move,
  });
  if (played.error) throw new Refused(played.error);

  const looked = await api.GET("/api/v1/matches/{match_id}", { headers, params: { path } });
  if (looked.data) view = looked.data;
  return view;
}

function firstMove(view: MatchView): PlayMove | undefined {
  const legal = view.legal_moves[0];
  return legal && { ply: view.ply, card: legal.card, capture: legal.capture };
}
