"""Work as rows: written in the transaction of its cause, claimed by lease, swept until done."""
