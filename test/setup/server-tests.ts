import { globSync, readFileSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** A test needs servers when it imports, through any number of files, what asks for their addresses. */
const servers = 'libs/testing/src/servers.ts'

const ignored = ['**/node_modules/**', '.local/**']

/** A static import or export that remains at run time. */
const imports = /^(?:import|export)(?! type\b)[^'"]*?['"](?<target>[^'"]+)['"]/gm

/** Paths of the test files that need PostgreSQL, RabbitMQ, Redis or the identity emulator, from the root folder on. */
export const serverTests: ReadonlySet<string> = findServerTests()

function findServerTests(): ReadonlySet<string> {
  const found = new Map<string, boolean>()
  const needsServers = (file: string): boolean => {
    const known = found.get(file)
    if (known !== undefined) return known
    found.set(file, false)
    const result = file === servers || importsOf(file).some(needsServers)
    found.set(file, result)
    return result
  }
  return new Set(globSync('**/*.test.ts', { exclude: ignored }).filter(needsServers))
}

function importsOf(file: string): string[] {
  return [...readFileSync(file, 'utf8').matchAll(imports)]
    .map(({ groups }) => fileOf(groups?.target ?? '', file))
    .filter(target => target !== undefined)
    .filter(isFile)
}

function fileOf(target: string, importer: string): string | undefined {
  if (target.startsWith('.')) return join(dirname(importer), target)
  const [, folder, path] = /^@campstore\/([a-z-]+)\/(.+)$/.exec(target) ?? []
  const roots = [`libs/${folder}`, `services/${folder}`, `${folder}`]
  return roots.map(root => `${root}/src/${path}.ts`).find(isFile)
}

function isFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() ?? false
}
