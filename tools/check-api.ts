import { readFileSync } from 'node:fs'
import { documents } from '@campstore/contract/documents'
import { CliError } from '@campstore/local-servers/cli-error'
import { additions } from './api/additions.ts'
import { breakingChanges } from './api/breaking-changes.ts'
import { git, landedCommits } from './api/landed-commit.ts'
import { unannounced } from './api/revisions.ts'
import { parseCommandLine, runCommand } from './command.ts'

type OpenApi = Parameters<typeof breakingChanges>[0] & Parameters<typeof unannounced>[1]

/** Where the documents are in the repository. */
const [path, eventsPath] = ['libs/contract/documents/openapi.json', 'libs/contract/documents/asyncapi.json']

/** Compares the documents with those of the last landed commit: what breaks clients, and what was added. */
async function main(args: string[]): Promise<string> {
  parseCommandLine('check:api', args, {})
  const base = landedDocuments()
  if (!base) return 'There is no earlier OpenAPI document to compare with: a new or shallow clone.'
  const before = JSON.parse(base.openApi) as OpenApi
  const after = JSON.parse(readFileSync(documents.openapi, 'utf8')) as OpenApi
  const breaking = breakingChanges(before, after)
  const added = additions(
    { openApi: before, asyncApi: JSON.parse(base.asyncApi) },
    { openApi: after, asyncApi: JSON.parse(readFileSync(documents.asyncapi, 'utf8')) },
  )
  const silent = unannounced([...breaking, ...added], before, after)
  if (silent.length === 0) {
    return `${breaking.length} breaking changes and ${added.length} additions since ${base.commit}, none in an area whose revision is not raised.`
  }
  const lines = silent.map(({ area, operation, change }) => `  ${area}: ${operation}: ${change}`)
  throw new CliError(
    `These changes break clients or add something. Take them back, or raise the revision of the area in libs/contract/src/areas.ts:\n${lines.join('\n')}`,
  )
}

function landedDocuments(): { commit: string; openApi: string; asyncApi: string } | undefined {
  for (const commit of landedCommits(path, eventsPath)) {
    const [openApi, asyncApi] = [git('show', `${commit}:${path}`), git('show', `${commit}:${eventsPath}`)]
    if (openApi !== undefined && asyncApi !== undefined) return { commit: commit.slice(0, 12), openApi, asyncApi }
  }
  return undefined
}

if (import.meta.main) await runCommand(main, { withoutSecrets: true })
