-- outside of a transaction
-- The movements of one administrator, newest first. No hold writes a movement.
create index concurrently if not exists movement_of_administrator on inventory.movement (created_by, created_at, id);
