import { fileURLToPath } from 'node:url'
import { type MigrationSource, migrate } from '@campstore/database/migrations'

const migrationsOf = (service: string): string =>
  fileURLToPath(new URL(`../services/${service}/src/persistence/migrations`, import.meta.url))

/** Every service's part of the database, owners before those who read their views. */
export const migrationSources: readonly MigrationSource[] = [
  { service: 'products', schemas: ['catalog', 'inventory'], migrationsPath: migrationsOf('products') },
  { service: 'me', schemas: ['member'], migrationsPath: migrationsOf('me') },
  { service: 'booking', schemas: ['booking'], migrationsPath: migrationsOf('booking') },
  { service: 'checkout', schemas: ['checkout'], migrationsPath: migrationsOf('checkout') },
  { service: 'admin', schemas: ['admin'], migrationsPath: migrationsOf('admin') },
]

/** Passwords of the login roles from `<SERVICE>_DATABASE_PASSWORD`; locally each is `campstore`. */
export function rolePasswords(environment: NodeJS.ProcessEnv = process.env): Record<string, string> {
  return Object.fromEntries(
    migrationSources.map(({ service }) => [
      service,
      environment[`${service.toUpperCase()}_DATABASE_PASSWORD`] ?? 'campstore',
    ]),
  )
}

/**
 * Brings the whole database up to date.
 *
 * @param options.adminUrl address with the role that owns everything
 * @returns names of the migrations that were applied
 */
export const migrateAll = (options: { adminUrl: string; passwords?: Record<string, string> }): Promise<string[]> =>
  migrate(options.adminUrl, migrationSources, options.passwords ?? rolePasswords())

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const adminUrl = process.env.DATABASE_ADMIN_URL ?? 'postgres://postgres:campstore@127.0.0.1:5433/campstore'
  const applied = await migrateAll({ adminUrl })
  process.stdout.write(applied.length === 0 ? 'the database is up to date\n' : `${applied.join('\n')}\n`)
}
