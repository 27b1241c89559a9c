import { fileVariable } from '@campstore/core/config/environment'
import { type ProcessName, processNames, type Variable, variablesOf } from '../../configuration/processes.ts'
import { table } from '../tables.ts'

type Row = readonly string[]

/** Every variable of every process, by name. */
const all = processNames
  .flatMap(process => variablesOf(process).map(variable => ({ process, variable })))
  .toSorted((one, other) => one.variable.name.localeCompare(other.variable.name, 'en'))

/** Which process reads which variable: `required`, `optional`, or nothing. */
export function processesTable(): string {
  const rows = [...Map.groupBy(all, ({ variable }) => variable.name)].map(([name, uses]) => {
    const cell = (process: ProcessName) => {
      const variable = uses.find(use => use.process === process)?.variable
      return variable === undefined ? '' : variable.fallback === undefined ? 'required' : 'optional'
    }
    return [`\`${name}\``, ...processNames.map(cell)]
  })
  return table(['Variable', ...processNames], rows)
}

/** What each variable is, once unless it differs between processes. */
export function variablesTable(): string {
  const perDeclaration = Map.groupBy(all, ({ variable }) => JSON.stringify([variable.name, descriptionOf(variable)]))
  const declarations = [...perDeclaration.values()]
  const rows = declarations.flatMap(uses => {
    const [first] = uses
    if (first === undefined) return []
    const { name, secret } = first.variable
    const differs = declarations.filter(other => other[0]?.variable.name === name).length > 1
    const label = differs ? `\`${name}\` (${uses.map(({ process }) => process).join(', ')})` : `\`${name}\``
    return [[label, ...descriptionOf(first.variable), secret ? `\`${fileVariable(name)}\`` : '']]
  })
  return table(['Variable', 'What it is', 'Values', 'Default', 'Example', 'Secret: its file'], rows)
}

const descriptionOf = ({ description, rule, fallback, example }: Variable): Row => [
  description,
  rule,
  fallback ? `\`${fallback}\`` : '',
  `\`${example}\``,
]
