-- The trace of the request that enqueued a job, as a W3C traceparent; null where traces are off.
alter table jobs add column traceparent text;
