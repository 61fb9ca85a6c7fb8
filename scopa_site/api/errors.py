"""What can go wrong with a request before anybody asks what it is about."""

from django.utils.translation import gettext_lazy as _

from scopa_site.errors import DomainError, Kind

__all__ = [
    "BodyTooLarge",
    "BodyUnreadable",
    "ClientTooOld",
    "DuplicateKey",
    "IdempotencyKeyReused",
    "InvalidIdempotencyKey",
    "InvalidJson",
    "InvalidRequest",
    "InvalidUtf8",
    "LoneSurrogate",
    "NotAnObject",
    "NotAuthenticated",
    "NotJson",
    "NulCharacter",
    "NumberOutOfRange",
    "RequestInProgress",
    "ScopeMissing",
    "TooDeep",
    "TooManyRequests",
    "Unavailable",
    "UnknownParameter",
]


class InvalidRequest(DomainError):
    """Raised when a field is missing, unknown, null or of the wrong type; `errors` says which."""

    kind = Kind.UNREADABLE
    code = "invalid_request"
    title = _("The request is not what was expected")
    message = _("Something is missing, unknown or of the wrong type; see errors.")


class UnknownParameter(DomainError):
    """Raised for a query parameter that the resource does not have, or one given twice."""

    kind = Kind.UNREADABLE
    code = "unknown_parameter"
    title = _("Unknown query parameter")
    message = _("A parameter of the query is unknown here or given twice; see errors.")


class NotJson(DomainError):
    """Raised for a body that is not declared as plain application/json in UTF-8."""

    kind = Kind.NOT_JSON
    code = "not_json"
    title = _("Only JSON is read here")
    message = _("Send the body as application/json in UTF-8, not compressed.")


class BodyTooLarge(DomainError):
    """Raised for a body over the size limit; it is not read."""

    kind = Kind.TOO_LARGE
    code = "body_too_large"
    title = _("The body is too large")
    message = _("A body may have up to %(limit)s bytes.")


class BodyUnreadable(DomainError):
    """Raised when the body could not be received whole. Parent of what is wrong inside it."""

    kind = Kind.UNREADABLE
    code = "body_unreadable"
    title = _("The body cannot be read")
    message = _("The body did not arrive as its headers say.")


class InvalidUtf8(BodyUnreadable):
    """Raised for bytes that are not UTF-8."""

    code = "invalid_utf8"
    message = _("The body is not valid UTF-8.")


class InvalidJson(BodyUnreadable):
    """Raised for text that is not JSON."""

    code = "invalid_json"
    message = _("The body is not valid JSON (line %(line)s, column %(column)s).")


class NotAnObject(BodyUnreadable):
    """Raised when the JSON is a list, a string or another bare value."""

    code = "not_an_object"
    message = _("The body must be a JSON object.")


class TooDeep(BodyUnreadable):
    """Raised for lists and objects nested beyond the limit."""

    code = "too_deep"
    message = _("The body may be nested up to %(limit)s levels deep.")


class DuplicateKey(BodyUnreadable):
    """Raised when an object names a key twice: readers would disagree which one counts."""

    code = "duplicate_key"
    message = _("The key “%(key)s” is given twice in one object.")


class NulCharacter(BodyUnreadable):
    """Raised for U+0000 in a key or a string; the database cannot keep it."""

    code = "nul_character"
    message = _("A text in the body holds the character NUL.")


class LoneSurrogate(BodyUnreadable):
    """Raised for half of a surrogate pair, which is no character."""

    code = "lone_surrogate"
    message = _("A text in the body holds half of a surrogate pair.")


class NumberOutOfRange(BodyUnreadable):
    """Raised for NaN, infinities, and numbers of too many digits."""

    code = "number_out_of_range"
    message = _("A number in the body is not finite or has too many digits.")


class NotAuthenticated(DomainError):
    """Raised when a resource for known players is asked for without a token."""

    kind = Kind.UNAUTHENTICATED
    code = "not_authenticated"
    title = _("Log in first")
    message = _("Send the header “Authorization: Bearer” with your token.")


class ClientTooOld(DomainError):
    """Raised for a program that says to be of a version which is no longer served."""

    kind = Kind.OUTDATED
    code = "client_too_old"
    title = _("This app is too old")
    message = _("This version of the app is no longer served. Install %(lowest)s or later.")

    def members(self) -> dict[str, object]:
        """Tell the lowest version that is served."""
        return {"lowest": self.params["lowest"]}


class InvalidIdempotencyKey(DomainError):
    """Raised for an Idempotency-Key that is empty, too long, or holds more than visible ASCII."""

    kind = Kind.UNREADABLE
    code = "invalid_idempotency_key"
    title = _("The Idempotency-Key cannot be used")
    message = _("An Idempotency-Key has 1 to %(longest)s visible ASCII characters.")


class IdempotencyKeyReused(DomainError):
    """Raised when a key comes again with another address or another body."""

    kind = Kind.RULES
    code = "idempotency_key_reused"
    title = _("The Idempotency-Key has been used")
    message = _("Under this Idempotency-Key something else was asked before. Take a new one.")


class RequestInProgress(DomainError):
    """Raised when the same request, under the same key, is still being worked on."""

    kind = Kind.CONFLICT
    code = "request_in_progress"
    title = _("The same request is still being worked on")
    message = _("The request under this Idempotency-Key is not finished. Send it again shortly.")
    retry_after = 1


class ScopeMissing(DomainError):
    """Raised when a personal token may not do this: it lacks a scope, or a session is needed.

    It says nothing of whether anything is there, so it is no 404.
    """

    kind = Kind.FORBIDDEN
    code = "scope_missing"
    title = _("The token may not do this")
    message = _("This needs a token with the scope %(scope)s.")

    def __init__(self, *, required: str | None) -> None:
        super().__init__(scope=required)
        self.required = required

    @property
    def detail(self) -> str:
        """What the token would need."""
        if self.required is None:
            return str(_("No personal token may do this. Log in."))
        return super().detail

    def members(self) -> dict[str, object]:
        """Return the scope that is needed; null where a session is."""
        return {"required_scope": self.required}


class TooManyRequests(DomainError):
    """Raised when a limit is used up; `retry_after` says in how many seconds it is free again."""

    kind = Kind.TOO_MANY
    code = "too_many_requests"
    title = _("Too many requests")
    message = _("Too many attempts. Try again in %(seconds)s seconds.")

    def __init__(self, *, seconds: int, scope: str) -> None:
        super().__init__(seconds=seconds)
        self.retry_after = seconds
        self.scope = scope

    def members(self) -> dict[str, object]:
        """Name the limit, by its scope in the table of `GET /meta`."""
        return {"scope": self.scope}


class Unavailable(DomainError):
    """Raised when the database does not answer, or another holds what is asked for too long."""

    kind = Kind.UNAVAILABLE
    code = "unavailable"
    title = _("Not available right now")
    message = _("The service cannot answer right now. Nothing was changed; try again.")
    retry_after = 1
