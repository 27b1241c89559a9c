import { processNames, type Variable, variablesOf } from '../../configuration/processes.ts'
import { table } from '../tables.ts'

/** Every variable of every process, by name. */
const all = processNames
  .flatMap(process => variablesOf(process).map(variable => ({ process, variable })))
  .toSorted((one, other) => one.variable.name.localeCompare(other.variable.name, 'en'))

/** What each variable is, and who reads it, in bold where it must be set. One that differs between processes has several rows. */
export function variablesTable(): string {
  const same = Map.groupBy(all, ({ variable: { name, description, rule, example } }) =>
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
