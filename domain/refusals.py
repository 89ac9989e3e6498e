"""What the rules refuse, each with a stable code and the place it is about."""

from typing import ClassVar


class Refusal(Exception):
    """The request is not allowed."""

    code: ClassVar[str] = "refused"

    def __init__(self, detail: str | None = None, *, pointer: str = "") -> None:
        """`detail` is one sentence for people; `pointer` is an RFC 6901 JSON Pointer, or ""."""
        self.detail = detail or (type(self).__doc__ or "").strip()
        self.pointer = pointer
        super().__init__(self.detail)
