import { holdStockFunctions } from '@campstore/inventory/hold-stock'
import { Migration } from '@mikro-orm/migrations'

/** How orders hold stock, without reading what they do not want. */
export class HoldingStock extends Migration {
  override up(): void {
    for (const holdStockFunction of holdStockFunctions) this.addSql(holdStockFunction)
    this.addSql(/* sql */ `
grant execute on function inventory.reserve_stock(text[], integer[]), inventory.release_stock(text[], text[], integer[])
  to campstore_checkout;
`)
  }
}
