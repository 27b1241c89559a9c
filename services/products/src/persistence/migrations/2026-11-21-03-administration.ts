import { movementFunctions } from '@campstore/inventory/move-stock'
import { shipStockFunction } from '@campstore/inventory/store-stock'
import { Migration } from '@mikro-orm/migrations'
import { registerIndexes, registerTable, updateSearchIndex } from '../product-search-index.ts'

/** What administrators list and search, and how they move stock. */
export class Administration extends Migration {
  override up(): void {
    for (const sql of [registerTable, updateSearchIndex, fillRegister, registerIndexes]) this.addSql(sql)
    for (const movementFunction of movementFunctions) this.addSql(movementFunction)
    this.addSql(shipStockFunction)
    this.addSql(movementIndexes)
  }
}

const fillRegister = /* sql */ `
select catalog.refresh_listing(array(select item_id from catalog.product));
`

/** Movements are listed by time, all or those of a variant or a location. */
const movementIndexes = /* sql */ `
drop index inventory.movement_of_variant;
drop index inventory.movement_of_location;
drop index inventory.movement_time;
create index movement_of_variant on inventory.movement (variant_id, created_at, id);
create index movement_of_location on inventory.movement (location_id, created_at, id);
create index movement_time on inventory.movement (created_at, id);
`
