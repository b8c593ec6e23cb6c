"""Walks over the pages of a list, item by item or page by page."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Mapping, Sequence
from typing import Any, Generic, TypeVar, cast

from parley_client._call import Call

Page = TypeVar("Page")
Item = TypeVar("Item")


def next_call(call: Call[Page], page: Page) -> Call[Page] | None:
    """Returns the call for the page that follows, by number up to `pageCount` or by the page's cursor."""
    fields = cast("Mapping[str, Any]", page)
    if "pageCount" in fields:
        number = int(cast("Any", call.query.get("pageNumber")) or 1)
        return call.with_query(pageNumber=number + 1) if number < fields["pageCount"] else None
    if fields.get("nextBefore") is not None:
        return call.with_query(before=fields["nextBefore"])
    if fields.get("next") is not None:
        return call.with_query(after=fields["next"])
    return None


class Items(Iterator[Item], Generic[Page, Item]):
    """
    The items of a list. The next page is requested once the previous one has been consumed. `pages()` iterates over
    whole pages instead.
    """

    def __init__(
        self, send: Callable[[Call[Page]], Page], call: Call[Page], items_of: Callable[[Page], Sequence[Item]]
    ) -> None:
        self._send, self._call, self._items_of = send, call, items_of
        self._items: Iterator[Item] | None = None

    def __next__(self) -> Item:
        if self._items is None:
            self._items = (item for page in self.pages() for item in self._items_of(page))
        return next(self._items)

    def pages(self) -> Iterator[Page]:
        call: Call[Page] | None = self._call
        while call is not None:
            page = self._send(call)
            yield page
            call = next_call(call, page)


class AsyncItems(AsyncIterator[Item], Generic[Page, Item]):
    """The items of a list, for `async for`. `pages()` iterates over whole pages instead."""

    def __init__(
        self,
        send: Callable[[Call[Page]], Awaitable[Page]],
        call: Call[Page],
        items_of: Callable[[Page], Sequence[Item]],
    ) -> None:
        self._send, self._call, self._items_of = send, call, items_of
        self._items: AsyncIterator[Item] | None = None

    async def __anext__(self) -> Item:
        if self._items is None:
            self._items = (item async for page in self.pages() for item in self._items_of(page))
        return await anext(self._items)

    async def pages(self) -> AsyncIterator[Page]:
        call: Call[Page] | None = self._call
        while call is not None:
            page = await self._send(call)
            yield page
            call = next_call(call, page)
