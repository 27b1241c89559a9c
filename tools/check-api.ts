import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { documents } from '@campstore/contract/documents'
import { CliError } from '@campstore/local-servers/cli-error'
import { changesOf, unannounced } from './api/changes.ts'
import { git, landedCommits } from './api/landed-commit.ts'
import { buildPages, unpackCommit } from './api/landed-release.ts'
import { buildPages as buildOwnPages } from './build-pages.ts'
import { parseCommandLine, runCommand } from './command.ts'

/** Where the documents are in the repository; the second is built, and was committed until version 0.1. */
const [path, eventsPath] = ['libs/contract/documents/openapi.json', 'libs/contract/documents/asyncapi.json']

/** Compares the documents with those of the last landed commit: what breaks clients, and what was added. */
async function main(args: string[]): Promise<string> {
  parseCommandLine('check:api', args, {})
  const base = landedDocuments()
  if (!base) return 'There is no earlier OpenAPI document to compare with: a new or shallow clone.'
  const before = { openApi: JSON.parse(base.openApi), asyncApi: JSON.parse(base.asyncApi) }
  await buildOwnPages()
  const [openApi, asyncApi] = [documents.openapi, documents.asyncapi].map(file =>
    JSON.parse(readFileSync(file, 'utf8')),
  )
  const changes = changesOf(before, { openApi, asyncApi })
  const silent = unannounced(changes, before.openApi, openApi)
  if (silent.length === 0) {
    const breaking = changes.filter(({ breaks }) => breaks).length
    return `${breaking} breaking changes and ${changes.length - breaking} additions since ${base.commit}, none in an area whose revision is not raised.`
  }
  const lines = silent.map(({ area, operation, change }) => `  ${area}: ${operation}: ${change}`)
  throw new CliError(
    `These changes break clients or add something. Take them back, or raise the revision of the area in libs/contract/src/areas.ts:\n${lines.join('\n')}`,
  )
}

function landedDocuments(): { commit: string; openApi: string; asyncApi: string } | undefined {
  for (const commit of landedCommits('libs/contract')) {
    const openApi = git('show', `${commit}:${path}`)
    if (openApi !== undefined)
      return {
        commit: commit.slice(0, 12),
        openApi,
        asyncApi: git('show', `${commit}:${eventsPath}`) ?? builtEvents(commit),
      }
  }
  return undefined
}

/** The AsyncAPI document of a commit, built by its own tools. */
function builtEvents(commit: string): string {
  const folder = unpackCommit(commit)
  buildPages(folder)
  return readFileSync(join(folder, eventsPath), 'utf8')
}

if (import.meta.main) await runCommand(main, { withoutSecrets: true })
