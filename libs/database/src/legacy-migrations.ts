// Only until every service's migrations are SQL files; then this file goes.
import { fileURLToPath } from 'node:url'
import { Migrator } from '@mikro-orm/migrations'
import { MikroORM } from '@mikro-orm/postgresql'

export async function runLegacyMigrations(adminUrl: string, schema: string, folder: URL): Promise<string[]> {
  const orm = new MikroORM({
    clientUrl: adminUrl,
    entities: [],
    discovery: { warnWhenNoEntities: false },
    extensions: [Migrator],
    schema,
    migrations: {
      path: fileURLToPath(new URL('migrations/', folder)),
      glob: '*.ts',
      tableName: `${schema}.migrations`,
      snapshot: false,
      silent: true,
      disableForeignKeys: false,
    },
  })
  try {
    const applied = await orm.migrator.up()
    return applied.map(migration => migration.name)
  } finally {
    await orm.close(true)
  }
}
