import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { processNames, schemas, variablesOf } from '../../configuration/processes.ts'
import { type Generated, generated } from '../generated.ts'
import { renderPage } from '../pages.ts'
import { envExample } from './env-example.ts'
import { variablesTable } from './tables.ts'

const fileOf = (path: string): string => fileURLToPath(new URL(`../../../${path}`, import.meta.url))

const page = fileOf('docs/configuration.md')

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
  const files = ['compose.yaml', 'compose.production.yaml', 'compose.secrets.yaml']
  const text = files.map(name => readFileSync(fileOf(name), 'utf8')).join('\n')
  const replaced = [...text.matchAll(/\$\{([A-Z][A-Z0-9_]*)/g)].map(([, name = '']) => name)
  const declared = new Set(namesOf(allVariables()))
  return [...new Set(replaced)].filter(name => !declared.has(name)).toSorted()
}

function pageTable(marker: string): string {
  if (marker === 'variables') return variablesTable()
  throw new Error(`No table for "${marker}"`)
}

/** What compose.yaml sets for its containers. */
const setByCompose = /^(?:HOST|PORT|METRICS_PORT|NODE_ENV|GOOGLE_APPLICATION_CREDENTIALS|\w+_URLS)$/

/** compose.yaml with every variable that is no secret, for every process. */
function composeFile(current: string): string {
  const plain = processNames
    .filter(name => name in schemas)
    .flatMap(variablesOf)
    .filter(({ name, secret }) => !secret && !setByCompose.test(name))
  const lines = [...new Set(namesOf(plain))].map(name => `  ${name}:\n`)
  return current.replace(/(?<=\n {2}# generated\n)[^#]*(?= {2}# \/generated\n)/, lines.join(''))
}

/** What is written about configuration: the page, `.env.example`, what Compose passes on, and the names that processes know. */
export const configurationFiles = (): Generated[] => [
  generated(page, renderPage(readFileSync(page, 'utf8'), pageTable)),
  generated(fileOf('.env.example'), envExample()),
  generated(fileOf('compose.yaml'), composeFile(readFileSync(fileOf('compose.yaml'), 'utf8'))),
  generated(fileOf('libs/core/src/config/known-variables.json'), knownVariables()),
]
