import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { documents } from '@campstore/contract/documents'
import { CliError } from '@campstore/local-servers/cli-error'
import { changesOf, unannounced } from './api/changes.ts'
import { buildPages as buildOwnPages } from './build-pages.ts'
import { parseCommandLine, runCommand } from './command.ts'
import { git, noRelease, previousRelease, type Release } from './releases/previous.ts'
import { buildPages, unpackCommit } from './releases/unpack.ts'

/** Where the documents are in a release; the second is built. */
const [path, eventsPath] = ['libs/contract/documents/openapi.json', 'libs/contract/documents/asyncapi.json']

/** Compares the documents with the previous version's: breaking changes and additions. */
async function main(args: string[]): Promise<string> {
  const { values } = parseCommandLine('check:api', args, { against: { type: 'string' } })
  const base = values.against ? { version: values.against, commit: values.against } : previousRelease()
  if (!base) return noRelease
  const before = documentsOf(base)
  await buildOwnPages()
  const [openApi, asyncApi] = [documents.openapi, documents.asyncapi].map(file =>
    JSON.parse(readFileSync(file, 'utf8')),
  )
  const changes = changesOf(before, { openApi, asyncApi })
  const silent = unannounced(changes, before.openApi, openApi)
  if (silent.length === 0) {
    const breaking = changes.filter(({ breaks }) => breaks).length
    return `${breaking} breaking changes and ${changes.length - breaking} additions since ${base.version}, none in an area whose revision is not raised.`
  }
  const lines = silent.map(({ area, operation, change }) => `  ${area}: ${operation}: ${change}`)
  throw new CliError(
    `These changes break clients or add something. Revert them, or raise the revision of the area in libs/contract/src/areas.ts:\n${lines.join('\n')}`,
  )
}

/** The OpenAPI document of a release, and its AsyncAPI document, which its own tools build. @throws {CliError} without the first */
function documentsOf({ version, commit }: Release) {
  const openApi = git('show', `${commit}:${path}`)
  if (openApi === undefined) throw new CliError(`Git has no ${path} of ${version}.`)
  const folder = unpackCommit(commit)
  buildPages(folder)
  return { openApi: JSON.parse(openApi), asyncApi: JSON.parse(readFileSync(join(folder, eventsPath), 'utf8')) }
}

if (import.meta.main) await runCommand(main, { withoutSecrets: true })
