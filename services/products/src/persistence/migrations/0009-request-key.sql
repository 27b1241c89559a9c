-- Keys of the header Idempotency-Key, of requests whose body has none.
create table catalog.request_key (like shared.request_key including all);
