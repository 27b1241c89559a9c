/** A situation that the person at the terminal can mend: its message is one line that says what to do. */
export class CliError extends Error {
  override readonly name = 'CliError'
}

/** What an unknown thrown value says, for a person. */
export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

/** What is shown of an error at the end of a tool: one line for a problem, the stack for a defect of ours. */
export const formatError = (error: unknown): string => {
  if (error instanceof CliError) return error.message
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}
