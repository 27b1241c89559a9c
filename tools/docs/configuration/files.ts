import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { processNames, variablesOf } from '../../configuration/processes.ts'
import { type Generated, generated } from '../generated.ts'
import { renderPage } from '../pages.ts'
import { envExample } from './env-example.ts'
import { processesTable, variablesTable } from './tables.ts'

const fileOf = (path: string): string => fileURLToPath(new URL(`../../../${path}`, import.meta.url))

const page = fileOf('docs/configuration.md')

/** Every variable of every process, once. */
const allVariables = () => [...new Map(processNames.flatMap(variablesOf).map(one => [one.name, one])).values()]

const namesOf = (variables: readonly { name: string }[]): string[] => variables.map(({ name }) => name).toSorted()

/** The names with which a process tells a typing error from a variable of another process. */
function knownVariables(): string {
  const { plain = [], secret = [] } = Object.groupBy(allVariables(), one => (one.secret ? 'secret' : 'plain'))
  return `${JSON.stringify({ plain: namesOf(plain), secret: namesOf(secret) }, null, 2)}\n`
}

function pageTable(marker: string): string {
  if (marker === 'processes') return processesTable()
  if (marker === 'variables') return variablesTable()
  throw new Error(`No table for "${marker}"`)
}

/** What is written about configuration: the page, `.env.example`, and the names that processes know. */
export const configurationFiles = (): Generated[] => [
  generated(page, renderPage(readFileSync(page, 'utf8'), pageTable)),
  generated(fileOf('.env.example'), envExample()),
  generated(fileOf('libs/core/src/config/known-variables.json'), knownVariables()),
]
