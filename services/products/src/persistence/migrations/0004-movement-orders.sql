-- The order that a shipment ships and the transfer that a movement is a part of; null for other movements, and for shipments
-- from before.
alter table inventory.movement
  add column order_id text,
  add column transfer_id text;

-- What the first request with a key said, and the movements that it made: one, several or none. Keys of earlier versions are
-- about one movement.
alter table inventory.movement_key
  add column request jsonb,
  add column movement_ids bigint[];
update inventory.movement_key
set movement_ids = array[movement.id],
    request = jsonb_build_object(
      'action', 'createMovement',
      'variantId', movement.variant_id,
      'locationId', movement.location_id,
      'quantityDelta', movement.quantity_delta,
      'reason', movement.reason
    )
from inventory.movement
where movement.id = movement_key.movement_id;
