import { fileVariable, givenVariables, readSecretFiles } from '@campstore/core/config/environment'
import { secretVariables } from '@campstore/core/config/unknown-variables'
import { CliError } from '@campstore/local-servers/cli-error'

/**
 * Replaces each `<NAME>_FILE` of a secret with the content of its file, and reads the secret files of a container, for commands and
 * processes.
 *
 * @throws {CliError} with a line for each file that cannot be read
 */
export function loadSecretFiles(environment: NodeJS.ProcessEnv = process.env): void {
  const given = givenVariables(environment)
  const { values, problems } = readSecretFiles(given, secretVariables)
  if (problems.size > 0) throw new CliError([...problems.values()].join('\n'))
  for (const secret of secretVariables) {
    if (values[secret] !== undefined) environment[secret] = values[secret]
    delete environment[fileVariable(secret)]
  }
}
