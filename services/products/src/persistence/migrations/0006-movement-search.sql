-- outside of a transaction
-- The search in the reasons of movements. No hold writes a movement.
create index concurrently if not exists movement_search on inventory.movement
  using gin (shared.search_text(reason) gin_trgm_ops);
