"""A dlt source that keeps an exact copy of an organization's conversations in a warehouse."""

from parley_client.dlt.source import parley_source

__all__ = ["parley_source"]
