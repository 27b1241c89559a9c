import { type ProcessName, processNames, type Variable, variablesOf } from '../../configuration/processes.ts'

const titles: Record<ProcessName, string> = {
  booking: 'the booking service',
  products: 'the products service',
  checkout: 'the checkout service',
  me: 'the me service',
  admin: 'the admin service',
  gateway: 'the gateway (PORT has the default 8080 there)',
  simulator: 'the payment simulator, for development only',
  start: 'npm start',
  migrate: 'npm run migrate',
  commands: 'the other commands',
}

const header = [
  '# Configuration of every process, by environment variables. A line that is commented out shows the default; the others',
  '# must be given. `npm start` gives everything itself. Written by `npm run docs`; docs/configuration.md shows which process',
  '# reads what, which values it takes, and how a file can have a secret. What several processes share is listed once. An',
  '# example $(...) is a command of the shell: a value here is what it prints.',
]

/** `.env.example`: each variable once, with the first process that requires it, or else the first that reads it. */
export function envExample(): string {
  const listed = new Set<string>()
  const required = new Set(
    processNames.flatMap(process => variablesOf(process).filter(isRequired)).map(({ name }) => name),
  )
  const sections = processNames.flatMap(process => {
    const own = variablesOf(process).filter(
      ({ name, fallback }) => !listed.has(name) && (fallback === undefined || !required.has(name)),
    )
    for (const { name } of own) listed.add(name)
    return own.length === 0 ? [] : [`## ${titles[process]}`, ...own.map(linesOf)]
  })
  return `${[header.join('\n'), ...sections].join('\n\n')}\n`
}

const isRequired = ({ fallback }: Variable): boolean => fallback === undefined

const linesOf = ({ name, description, example, fallback }: Variable): string =>
  [
    `# ${description}${fallback ? '' : `. Example: ${example}`}`,
    fallback === undefined ? `${name}=` : `# ${name}=${fallback}`,
  ].join('\n')
