-- outside of a transaction
-- The order of the list of stock. The administration sorts texts by their lower case (docs/contract/admin.md#lists).
create index concurrently if not exists sku_code_sorted on catalog.sku ((lower(code) collate "C"), id);
