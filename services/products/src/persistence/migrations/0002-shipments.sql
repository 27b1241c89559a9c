-- Whether a movement ships an order: staff may write any reason, also that of a shipment.
alter table inventory.movement add column shipment boolean not null default false;
update inventory.movement set shipment = true where reason = 'order shipped';
