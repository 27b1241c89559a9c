-- checkout.take_hold took its place in the version before.
drop function if exists checkout.hold_order;
