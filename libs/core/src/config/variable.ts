import type { z } from 'zod'

/** The texts about a variable: in errors, `.env.example` and `docs/configuration.md`. */
export type VariableInfo = {
  description: string
  /** Which values are valid; completes "Set it to …". */
  rule: string
  /** A valid value, or `$(a command that prints one)`. */
  example: string
  /** Whether its value is a secret, which may come from a file, `<NAME>_FILE`. */
  secret?: boolean
}

/** Declares a variable: its schema with the texts about it. */
export const variable = <S extends z.ZodType>(schema: S, info: VariableInfo): S => schema.meta({ ...info })

/** The same variable where it need not be set. */
export const optional = <S extends z.ZodType>(field: S) => field.optional().meta(field.meta() ?? {})

/** The texts about a variable that {@link variable} has declared. */
export function infoOf(field: z.ZodType): Required<VariableInfo> {
  const { description = '', rule = '', example = '', secret } = field.meta() ?? {}
  return { description, rule: String(rule), example: String(example), secret: secret === true }
}

/** The default of a variable as it is written in the environment; undefined if the variable must be set. */
export function defaultOf(field: z.ZodType): string | undefined {
  const absent = field.safeParse(undefined)
  return absent.success ? String(absent.data ?? '') : undefined
}

/**
 * A line with the problem of a variable, its rule, and an example. It never contains the value, which may be
 * a secret.
 *
 * @param problem completes "PORT …"
 */
export function problemLine(name: string, problem: string, field: z.ZodType): string {
  const { description, rule, example } = infoOf(field)
  const fallback = defaultOf(field)
  const byDefault = fallback ? ` (default ${fallback})` : ''
  return `${name} ${problem}. Set it to ${rule}${byDefault}: ${description}. Example: ${name}=${example}`
}
