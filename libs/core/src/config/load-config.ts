import type { z } from 'zod'
import { createLogger } from '../telemetry/log.ts'
import { givenVariables, readSecretFiles } from './environment.ts'
import { unsafeValue } from './local-defaults.ts'
import { unknownVariables } from './unknown-variables.ts'
import { infoOf, problemLine } from './variable.ts'

/** Variables that are not set or not valid: a line for each, with its name and an accepted value. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError'
  readonly problems: readonly string[]

  constructor(...problems: string[]) {
    super(problems.join('\n'))
    this.problems = problems
  }
}

/**
 * Reads and validates configuration once. Empty variables count as absent; a secret may be in a file, which `<NAME>_FILE`
 * names. Throws ConfigError with every variable that is not set or not valid, or that has a local default or a weak secret
 * where other machines reach the process ({@link unsafeValue}).
 *
 * @param schema one field per variable, declared by `variable`
 */
export function loadConfig<S extends z.ZodObject>(
  schema: S,
  environment: NodeJS.ProcessEnv = process.env,
): z.output<S> {
  const fields: [string, z.ZodType][] = Object.entries(schema.shape)
  const secrets = fields.filter(([, field]) => infoOf(field).secret).map(([name]) => name)
  const files = readSecretFiles(givenVariables(environment), secrets)
  const { values } = files
  const result = schema.safeParse(values)
  const issues = result.error?.issues ?? []
  const problems = fields.flatMap(([name, field]) => {
    const unread = files.problems.get(name)
    if (unread) return [unread]
    const issue = issues.find(({ path }) => path[0] === name)
    if (issue) return [problemLine(name, whatIsWrong(issue, values[name]), field)]
    const local = unsafeValue(name, values)
    return local ? [problemLine(name, local, field)] : []
  })
  if (problems.length > 0) throw new ConfigError(...problems)
  if (!result.success) throw result.error
  return result.data
}

/** Completes "PORT …". A check of our own may say it in its message. */
function whatIsWrong(issue: z.core.$ZodIssue, value: string | undefined): string {
  if (issue.code === 'custom' && issue.message.startsWith('is ')) return issue.message
  if (value === undefined) return 'is not set'
  if (issue.code === 'too_small') return issue.origin === 'string' ? 'is too short' : 'is too small'
  if (issue.code === 'too_big') return issue.origin === 'string' ? 'is too long' : 'is too big'
  return 'is not valid'
}

/** The configuration of a process, which exits where it is not valid ({@link exitIfConfigError}). */
export function configOrExit<S extends z.ZodObject>(name: string, schema: S): z.output<S> {
  try {
    return loadConfig(schema)
  } catch (error) {
    exitIfConfigError(name, error)
    throw error
  }
}

/**
 * Ends the process with code 78 (EX_CONFIG) if the error is a {@link ConfigError}: with a line for each problem, and for each
 * variable that is probably a typing error, on standard error, or in production with one line in the log.
 */
export function exitIfConfigError(name: string, error: unknown): void {
  if (!(error instanceof ConfigError)) return
  const problems = [...error.problems, ...unknownVariables(process.env)]
  if (process.env.NODE_ENV === 'production')
    createLogger(name, 'fatal', { sync: true }).fatal({ problems }, 'The configuration is not valid')
  else
    process.stderr.write(`The configuration of ${name} is not valid:\n${problems.map(line => `  ${line}\n`).join('')}`)
  process.exit(78)
}
