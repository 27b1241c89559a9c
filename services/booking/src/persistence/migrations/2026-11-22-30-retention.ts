import { retentionIndexes } from '@campstore/holds/retention'
import { Migration } from '@mikro-orm/migrations'

/** How idempotency keys and inbox rows that are old are found, so that they can be deleted. */
export class Retention extends Migration {
  override up(): void {
    for (const sql of retentionIndexes('booking')) this.addSql(sql)
  }
}
