import type { z } from 'zod'
import { localDefaultInUse } from './local-defaults.ts'

/** One configuration variable wrong or missing: which, and what it wants. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError'
}

/**
 * Reads and validates configuration once. Empty variables count as absent.
 *
 * @param schema one field per variable, each with a `.describe()` that says what it wants
 * @throws {ConfigError} naming the first variable that is wrong or missing and what it wants, or that holds a local default
 *   where other machines reach the process ({@link localDefaultInUse})
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
    const flaw = localDefaultInUse(Object.keys(schema.shape), present)
    if (flaw) throw new ConfigError(flaw)
    return result.data
  }
  const issue = result.error.issues[0]
  const variable = String(issue?.path[0] ?? 'configuration')
  const wants = schema.shape[variable]?.meta()?.description ?? issue?.message ?? 'a valid value'
  const state = present[variable] === undefined ? 'is missing' : 'is not valid'
  throw new ConfigError(`${variable} ${state}: it wants ${wants}`)
}

/**
 * Configuration of a process, or the end of it: one line on standard error that names the variable, exit code 78 (EX_CONFIG).
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
