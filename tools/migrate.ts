import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { loadConfig } from '@campstore/core/config/load-config'
import { localPassword } from '@campstore/core/config/local-defaults'
import {
  type Migrated,
  type MigrationSource,
  migrate,
  type RolePasswords,
  roleOf,
} from '@campstore/database/migrations'
import { holdVariables } from '@campstore/holds/config'
import { defaultManagementUrl } from '@campstore/local-servers/rabbitmq'
import { z } from 'zod'
import { adminSqlFiles } from '../services/admin/src/persistence/sql-files.ts'
import { bookingSqlFiles } from '../services/booking/src/persistence/sql-files.ts'
import { checkoutSqlFiles } from '../services/checkout/src/persistence/sql-files.ts'
import { memberSqlFiles } from '../services/me/src/persistence/sql-files.ts'
import { productsSqlFiles } from '../services/products/src/persistence/sql-files.ts'
import { prepareBroker } from './broker/prepare.ts'
import { brokerPasswords, brokerPasswordVariable, brokerUserOf } from './broker/users.ts'
import { onAdminDatabase, parseCommandLine, requiredAddress, runCommand } from './command.ts'
import { rolePasswordVariable } from './configuration/tool-variables.ts'

/** Every service's part of the database, owners before the services that read their views. */
export const migrationSources: readonly MigrationSource[] = [
  { service: 'products', schemas: ['catalog', 'inventory'], ...productsSqlFiles },
  { service: 'me', schemas: ['member'], ...memberSqlFiles },
  { service: 'booking', schemas: ['booking'], ...bookingSqlFiles },
  { service: 'checkout', schemas: ['checkout'], ...checkoutSqlFiles },
  { service: 'admin', schemas: ['admin'], ...adminSqlFiles },
]

/** Passwords of the login roles that the environment gives, by service. */
export function rolePasswords(environment: NodeJS.ProcessEnv = process.env): Record<string, string> {
  const given = migrationSources.flatMap(({ service }) => {
    const password = environment[rolePasswordVariable(service)]
    return password ? [[service, password]] : []
  })
  return Object.fromEntries(given)
}

/** Passwords for a local or throw-away server: from the environment, otherwise `campstore`. */
export function localRolePasswords(environment: NodeJS.ProcessEnv = process.env): Record<string, string> {
  const local = migrationSources.map(({ service }) => [service, localPassword])
  return { ...Object.fromEntries(local), ...rolePasswords(environment) }
}

/** Brings the whole database up to date, as its owner. */
export const migrateAll = (options: { adminUrl: string; passwords: RolePasswords }): Promise<Migrated> =>
  migrate(options.adminUrl, migrationSources, options.passwords)

/** Runs `npm run migrate` of another release with these variables and PATH. Rejects with what it prints when it fails. */
export async function migrateWith(release: string, variables: Readonly<Record<string, string>>): Promise<void> {
  const env = { PATH: process.env.PATH, ...variables }
  await promisify(execFile)(process.execPath, ['tools/migrate.ts'], { cwd: release, env })
}

/**
 * Migrates the database of DATABASE_ADMIN_URL, and prepares the broker of RABBITMQ_ADMIN_URL if that is set.
 *
 * @throws {CliError} in one line, when the database or the broker cannot be reached or refuses an operation
 */
export async function runMigrations(environment: NodeJS.ProcessEnv): Promise<string> {
  const adminUrl = requiredAddress(environment, 'DATABASE_ADMIN_URL')
  const passwords = { given: rolePasswords(environment) }
  const { applied, withoutPassword, newer } = await onAdminDatabase(adminUrl, () => migrateAll({ adminUrl, passwords }))
  return [
    newer.length > 0 ? ofNewerVersion(newer) : applied.join('\n') || 'The database is up to date.',
    ...withoutPassword.map(service => lacksPassword('role', roleOf(service), rolePasswordVariable(service))),
    ...(await runBroker(environment)),
  ].join('\n')
}

async function runBroker(environment: NodeJS.ProcessEnv): Promise<string[]> {
  const adminUrl = environment.RABBITMQ_ADMIN_URL
  if (!adminUrl) return ['RabbitMQ is unchanged: RABBITMQ_ADMIN_URL is not set.']
  const { withoutPassword } = await prepareBroker({
    adminUrl,
    managementUrl: environment.RABBITMQ_MANAGEMENT_URL || defaultManagementUrl(adminUrl),
    passwords: brokerPasswords(environment),
    holdSeconds: holdSecondsOf(environment),
  })
  return [
    'RabbitMQ has its exchanges, queues and users.',
    ...withoutPassword.map(client =>
      lacksPassword('RabbitMQ user', brokerUserOf(client), brokerPasswordVariable(client)),
    ),
  ]
}

/** The duration of holds, which is part of the names of their queues. Throws ConfigError. */
export const holdSecondsOf = (environment: NodeJS.ProcessEnv): number =>
  loadConfig(z.object({ CHECKOUT_HOLD_SECONDS: holdVariables.CHECKOUT_HOLD_SECONDS }), environment)
    .CHECKOUT_HOLD_SECONDS

const ofNewerVersion = (migrations: readonly string[]): string =>
  `The database is of a newer version, with ${migrations.join(', ')}: its tables, functions and views stay as they are.`

const lacksPassword = (what: string, name: string, variable: string): string =>
  `The ${what} ${name} has no password and cannot log in. Set ${variable} and run this command again.`

if (import.meta.main) {
  await runCommand(async (args, environment) => {
    parseCommandLine('migrate', args, {})
    return runMigrations(environment)
  })
}
