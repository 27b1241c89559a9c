import { existsSync, readFileSync } from 'node:fs'

export type Values = Readonly<Record<string, string>>

/** The form of variables that Kubernetes sets for a Service with the name of ours: BOOKING_PORT=tcp://10.0.0.1:8081. */
const serviceLink = /^(?:tcp|udp|sctp):\/\//

/**
 * The variables that are set. One without any character but white space counts as absent, and so does the address that Kubernetes
 * sets for a Service.
 */
export const givenVariables = (environment: NodeJS.ProcessEnv): Record<string, string> =>
  Object.fromEntries(
    Object.entries(environment).filter(
      (entry): entry is [string, string] =>
        !!entry[1]?.trim() && !(entry[0].endsWith('_PORT') && serviceLink.test(entry[1])),
    ),
  )

export const fileVariable = (secret: string): string => `${secret}_FILE`

/**
 * Reads each secret from the file that `<NAME>_FILE` names. If the variable is not set, it reads the file of a container:
 * `/run/secrets/<name>` in small letters. Each is read without its last line break. Problems are reported without the
 * path: somebody who confuses the two variables has set it to the secret.
 *
 * @param directory where containers have files
 * @returns the values with the secrets and without the names of their files, and the problem of a file, by secret
 */
export function readSecretFiles(
  values: Values,
  secrets: Iterable<string>,
  directory = '/run/secrets',
): { values: Values; problems: ReadonlyMap<string, string> } {
  const read: Record<string, string> = { ...values }
  const problems = new Map<string, string>()
  for (const name of secrets) {
    const file = fileVariable(name)
    const path = values[file] ?? (values[name] === undefined ? mounted(directory, name) : undefined)
    if (path === undefined) continue
    delete read[file]
    const problem = values[name] === undefined ? undefined : `${name} and ${file} are both set. Set only one of them`
    const found = problem ? { problem } : readSecret(name, path)
    if (found.problem === undefined) read[name] = found.secret
    else problems.set(name, found.problem)
  }
  return { values: read, problems }
}

function mounted(directory: string, name: string): string | undefined {
  const path = `${directory}/${name.toLowerCase()}`
  return existsSync(path) ? path : undefined
}

function readSecret(name: string, path: string): { secret: string; problem?: undefined } | { problem: string } {
  const wrong = (reason: string) => {
    const file = fileVariable(name)
    const example = `${file}=/run/secrets/${name.toLowerCase()}`
    return { problem: `${file} names a file that ${reason}. Set it to a file with the ${name}. Example: ${example}` }
  }
  try {
    const secret = readFileSync(path, 'utf8').replace(/\r?\n$/, '')
    return secret === '' ? wrong('is empty') : { secret }
  } catch (error) {
    return wrong(`cannot be read (${error instanceof Error && 'code' in error ? error.code : error})`)
  }
}
