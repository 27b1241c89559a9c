-- Stock counts what active reservations hold of it.
update inventory.stock
set reserved = held.quantity
from (
  select stock.variant_id, stock.location_id, coalesce(sum(reservation.quantity), 0) as quantity
  from inventory.stock
  left join checkout.stock_reservation reservation
    on reservation.variant_id = stock.variant_id
    and reservation.location_id = stock.location_id
    and reservation.status = 'active'
  group by stock.variant_id, stock.location_id
) held
where stock.variant_id = held.variant_id and stock.location_id = held.location_id and stock.reserved <> held.quantity;

vacuum analyze inventory.stock;
