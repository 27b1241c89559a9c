import { ConfigError } from '@campstore/core/config/load-config'

/** A situation that the person at the terminal can resolve: its message is one line that says what to do. */
export class CliError extends Error {
  override readonly name = 'CliError'
}

/** The message of an unknown thrown value. */
export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

/** For `catch`: throws a CliError that says what is not possible and why; one that was thrown says so itself. */
export const explained =
  (problem: string) =>
  (error: unknown): never => {
    throw error instanceof CliError ? error : new CliError(`${problem}: ${messageOf(error)}`)
  }

/** What a command prints of an error: the message of a CliError or ConfigError, the stack of any other. */
export const formatError = (error: unknown): string => {
  if (error instanceof CliError || error instanceof ConfigError) return error.message
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}

/** A server that is neither configured nor installed. */
export const missingServer = (server: string, variable: string, packageName: string): CliError =>
  new CliError(
    `${server} is missing. Set ${variable} to a server, start Docker, or install ${packageName} (as root on Debian it is installed automatically).`,
  )
