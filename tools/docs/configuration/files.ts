import { readFileSync } from 'node:fs'
import { processNames, schemas, type Variable, variablesOf } from '../../configuration/processes.ts'
import { passwordVariables } from '../../configuration/tool-variables.ts'
import { type Generated, generated, root } from '../generated.ts'
import { renderPage } from '../pages.ts'
import { table } from '../tables.ts'
import { envExample } from './env-example.ts'

/** Every variable of every process, once. */
const allVariables = () => [...new Map(processNames.flatMap(variablesOf).map(one => [one.name, one])).values()]

const namesOf = (variables: readonly { name: string }[]): string[] => variables.map(({ name }) => name).toSorted()

/** The names with which a process tells a typing error from a variable of another process. */
function knownVariables(): string {
  const { plain = [], secret = [] } = Object.groupBy(allVariables(), one => (one.secret ? 'secret' : 'plain'))
  const known = { plain: namesOf(plain), secret: namesOf(secret), compose: composeVariables() }
  return `${JSON.stringify(known, null, 2)}\n`
}

/** Variables that Docker Compose itself replaces, in a `.env` that it shares with the commands. */
function composeVariables(): string[] {
  const files = ['docker-compose.yml', 'docker-compose.production.yml', 'docker-compose.secrets.yml']
  const text = files.map(name => readFileSync(root + name, 'utf8')).join('\n')
  const replaced = [...text.matchAll(/\$\{([A-Z][A-Z0-9_]*)/g)].map(([, name = '']) => name)
  const declared = new Set(namesOf(allVariables()))
  return [...new Set(replaced)].filter(name => !declared.has(name)).toSorted()
}

/** Every variable of every process, by name. */
const allByName = processNames
  .flatMap(process => variablesOf(process).map(variable => ({ process, variable })))
  .toSorted((one, other) => one.variable.name.localeCompare(other.variable.name, 'en'))

/** What each variable is, and who reads it, in bold where it must be set. One that differs between processes has several rows. */
function variablesTable(): string {
  const same = Map.groupBy(allByName, ({ variable: { name, description, rule, example } }) =>
    JSON.stringify([name, description, rule, example]),
  )
  const rows = [...same.values()].flatMap(uses => {
    const variable = uses[0]?.variable
    if (variable === undefined) return []
    const readers = uses.map(({ process, variable }) => (variable.fallback === undefined ? `**${process}**` : process))
    return [[...cellsOf(variable), readers.join(', ')]]
  })
  return table(['Variable', 'Description', 'Values', 'Default', 'Example', 'Read by'], rows)
}

const cellsOf = ({ name, secret, description, rule, fallback, example }: Variable): string[] => [
  secret ? `\`${name}\` (secret)` : `\`${name}\``,
  description,
  rule,
  fallback ? `\`${fallback}\`` : '',
  `\`${example}\``,
]

/** What docker-compose.yml sets for its containers. */
const setByCompose = /^(?:HOST|PORT|METRICS_PORT|NODE_ENV|GOOGLE_APPLICATION_CREDENTIALS|\w+_URLS)$/

const passwords = Object.keys(passwordVariables).toSorted()
const serverPasswords = ['POSTGRES_PASSWORD', 'RABBITMQ_DEFAULT_PASS', 'GRAFANA_PASSWORD']

/** The lists of Compose: variables without secrets go to every process, all passwords to the migration, and production demands each. */
const composeLists: Readonly<Record<string, () => string[]>> = {
  settings: () => {
    const all = processNames.filter(name => name in schemas).flatMap(variablesOf)
    const plain = all.filter(({ name, secret }) => !secret && !setByCompose.test(name))
    return [...new Set(namesOf(plain))].map(name => `${name}:`)
  },
  passwords: () => passwords.map(name => `${name}: \${${name}:-campstore}`),
  demanded: () => [...serverPasswords, ...passwords].map(name => `- \${${name}:?docs/operations.md}`),
}

const composeBlock = /( *)# generated: (\w+)\n[\s\S]*?# \/generated\n/g

/** A file of Compose with its lists as the declarations say them now. */
const composeFile = (name: string): Generated =>
  generated(name, current =>
    current.replace(composeBlock, (_, indent: string, list: string) =>
      [`# generated: ${list}`, ...(composeLists[list]?.() ?? []), '# /generated']
        .map(line => `${indent}${line}\n`)
        .join(''),
    ),
  )

/** What is written about configuration: the page, `.env.example`, what Compose passes on, and the names that processes know. */
export const configurationFiles = (): Generated[] => [
  generated('docs/configuration.md', page => renderPage(page, variablesTable)),
  generated('.env.example', envExample),
  composeFile('docker-compose.yml'),
  composeFile('docker-compose.production.yml'),
  generated('k8s/overlays/local/passwords.env', () => passwords.map(name => `${name}=campstore\n`).join('')),
  generated('libs/core/src/config/known-variables.json', knownVariables),
]
