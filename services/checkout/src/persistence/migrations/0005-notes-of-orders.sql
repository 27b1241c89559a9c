alter table checkout.note add foreign key (order_id) references checkout.store_order;
