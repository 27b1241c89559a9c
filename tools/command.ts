import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type ParseArgsOptionsConfig, parseArgs } from 'node:util'
import { givenVariables } from '@campstore/core/config/environment'
import { loadConfig } from '@campstore/core/config/load-config'
import { unsafeSecrets } from '@campstore/core/config/local-defaults'
import { secretCommand } from '@campstore/core/config/secret-strength'
import { unknownVariables } from '@campstore/core/config/unknown-variables'
import { processVariables } from '@campstore/core/config/variables'
import { isDatabaseUnavailable, sqlStateOf } from '@campstore/database/errors'
import { CliError, formatError, messageOf } from '@campstore/local-servers/cli-error'
import { z } from 'zod'
import commands from './commands.json' with { type: 'json' }
import { loadSecretFiles } from './configuration/secret-files.ts'
import { composeSystem } from './system/compose.ts'
import { readSystemRecord } from './system/record.ts'

/** The project's root folder. */
export const projectDirectory = fileURLToPath(new URL('..', import.meta.url))

/** Folder of everything that commands write and that is not committed. */
export const localDirectory = join(projectDirectory, '.local')

export type CommandName = keyof typeof commands

/** The command line is wrong. The message ends with the usage. */
export class UsageError extends CliError {
  constructor(command: CommandName, reason: string) {
    super(`${reason}\nusage: ${commands[command].usage}`)
  }
}

/**
 * Parses the arguments of a command.
 *
 * @throws {UsageError} for an unknown option or another number of arguments without a name
 */
export function parseCommandLine<O extends ParseArgsOptionsConfig>(
  command: CommandName,
  args: readonly string[],
  options: O,
  positionals: number | 'any' = 0,
) {
  const parsed = (() => {
    try {
      return parseArgs({ args: [...args], options, allowPositionals: true, strict: true })
    } catch (error) {
      throw new UsageError(command, messageOf(error).split('. ')[0] ?? '')
    }
  })()
  if (positionals === 'any') return parsed
  if (parsed.positionals.length < positionals) throw new UsageError(command, 'An argument is missing.')
  const surplus = parsed.positionals[positionals]
  if (surplus !== undefined) throw new UsageError(command, `Unexpected argument: ${surplus}`)
  return parsed
}

/** The number of an option. @throws {UsageError} when it is none, or not within the bounds */
export function numberOption(
  command: CommandName,
  option: string,
  text: string,
  { from, to, whole = true }: { from: number; to: number; whole?: boolean },
): number {
  const number = Number(text)
  const valid = text.trim() !== '' && number >= from && number <= to && (!whole || Number.isInteger(number))
  if (valid) return number
  const kind = whole ? 'whole number' : 'number'
  throw new UsageError(command, `${option} must be a ${kind} from ${from} to ${to}, not "${text}".`)
}

/**
 * Runs a command and sets the exit code: 64 when it is used wrongly, 1 when it fails.
 *
 * @param work gets the arguments and the environment; prints its output or returns it
 * @param options.onOwnServers for a command that starts throw-away servers: `.env` and the running system do not concern it, and
 *   the pages of its gateways are built first
 * @param options.withoutSecrets for a command that uses none, which therefore cannot use an unsafe one
 */
export async function runCommand(
  work: (args: string[], environment: NodeJS.ProcessEnv) => Promise<string | undefined>,
  { onOwnServers = false, withoutSecrets = false } = {},
): Promise<void> {
  try {
    if (onOwnServers) {
      loadSecretFiles()
      const { buildPages } = await import('./build-pages.ts')
      await buildPages()
    }
    const environment = onOwnServers ? process.env : systemEnvironment()
    if (!onOwnServers && !withoutSecrets) refuseUnsafeSecrets(environment)
    const output = await work(process.argv.slice(2), environment)
    if (output) process.stdout.write(`${output}\n`)
  } catch (error) {
    process.stderr.write(`${formatError(error)}\n`)
    process.exitCode = error instanceof UsageError ? 64 : 1
  }
}

/**
 * A command with access to production takes no secret that a service would refuse there, and gives none to a role or user.
 *
 * @throws {CliError | ConfigError} with a line for each such secret; for a NODE_ENV that is not valid
 */
function refuseUnsafeSecrets(environment: NodeJS.ProcessEnv): void {
  // As of a service: "prod" would be no production system.
  loadConfig(z.object({ NODE_ENV: processVariables.NODE_ENV }), environment)
  const problems = unsafeSecrets(givenVariables(environment))
  if (problems.length === 0) return
  throw new CliError([...problems, `Set secrets of your own: ${secretCommand} prints one.`].join('\n'))
}

/** A secret of the environment, or what `npm start` uses. @throws {CliError} when there is none in production */
export function secretOrLocalDefault(environment: NodeJS.ProcessEnv, variable: string, localDefault: string): string {
  const secret = environment[variable]
  if (secret) return secret
  if (environment.NODE_ENV !== 'production') return localDefault
  throw new CliError(`${variable} is not set, and NODE_ENV is production, where its local default is not used.`)
}

/**
 * Adds to the environment what it lacks of `.env`, and secrets that are in files. Warns of variables that are probably typing errors.
 *
 * @throws {CliError} with a line for each file that cannot be read
 */
export function loadEnvironment(): void {
  const file = join(projectDirectory, '.env')
  if (existsSync(file)) process.loadEnvFile(file)
  loadSecretFiles()
  for (const warning of unknownVariables(process.env)) process.stderr.write(`Warning: ${warning}\n`)
}

/** Where `npm start` records what runs, for the other commands. */
export const systemFile = join(localDirectory, 'system.json')

/** The environment with `.env` and, for what neither says, the addresses of the system that runs in this folder. */
export function systemEnvironment(): NodeJS.ProcessEnv {
  loadEnvironment()
  const running = readSystemRecord(systemFile)?.variables ?? composeSystem(projectDirectory, process.env)
  return { ...running, ...givenVariables(process.env) }
}

/** SQLSTATEs of a database that does not exist, and of a role that lacks a right. */
const refusedStates = new Set(['3D000', '42501'])

/** Uses a database as administrator. @throws {CliError} when it cannot be reached, does not exist, or refuses the role */
export async function onAdminDatabase<T>(adminUrl: string, work: (adminUrl: string) => Promise<T>): Promise<T> {
  try {
    return await work(adminUrl)
  } catch (error) {
    if (error instanceof CliError || !(isDatabaseUnavailable(error) || refusedStates.has(sqlStateOf(error) ?? '')))
      throw error
    throw new CliError(
      `Cannot use the database at ${new URL(adminUrl).host} (is DATABASE_ADMIN_URL right?): ${messageOf(error)}`,
    )
  }
}

/** An address from the environment. @throws {CliError} when neither the environment nor the running system has it */
export function requiredAddress(environment: NodeJS.ProcessEnv, variable: string): string {
  const address = environment[variable]
  if (address) return address
  throw new CliError(
    `${variable} is not set. Start the system in this folder with npm start or docker compose up, or set the variable (in .env, for example).`,
  )
}
