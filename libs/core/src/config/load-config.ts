import type { z } from 'zod'
import { localDefaultInUse } from './local-defaults.ts'

/** A configuration variable that is not set or not valid. The message names it and says what to set it to. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError'
}

/**
 * Reads and validates configuration once. Empty variables count as absent.
 *
 * @param schema one field per variable, each with a `.describe()` of what to set it to
 * @throws {ConfigError} naming the first variable that is not set or not valid, or that has a local default where other
 *   machines reach the process ({@link localDefaultInUse})
 */
export function loadConfig<S extends z.ZodObject>(
  schema: S,
  environment: NodeJS.ProcessEnv = process.env,
): z.output<S> {
  const present = Object.fromEntries(
    Object.entries(environment).filter(([, value]) => value !== undefined && value !== ''),
  )
  const result = schema.safeParse(present)
  if (result.success) {
    const problem = localDefaultInUse(Object.keys(schema.shape), present)
    if (problem) throw new ConfigError(problem)
    return result.data
  }
  const issue = result.error.issues[0]
  const variable = String(issue?.path[0] ?? 'configuration')
  const description = schema.shape[variable]?.meta()?.description ?? issue?.message ?? 'a valid value'
  throw invalidVariable(variable, present[variable], description)
}

/** The error of a variable that is not set (its value is undefined) or not valid. The value is not repeated: it may be a secret. */
export const invalidVariable = (variable: string, value: string | undefined, description: string): ConfigError =>
  new ConfigError(`${variable} is not ${value === undefined ? 'set' : 'valid'}. Set it to ${description}.`)

/**
 * The configuration of a process. Where it is not valid, the process exits with one line on standard error and code 78
 * (EX_CONFIG).
 */
export function configOrExit<S extends z.ZodObject>(schema: S): z.output<S> {
  try {
    return loadConfig(schema)
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    process.stderr.write(`configuration: ${error.message}\n`)
    process.exit(78)
  }
}
