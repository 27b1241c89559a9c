import { readFileSync } from 'node:fs'
import { documents } from '@campstore/contract/documents'
import { CliError } from '@campstore/local-servers/cli-error'
import { breakingChanges } from './api/breaking-changes.ts'
import { git, landedCommits } from './api/landed-commit.ts'
import { unannounced } from './api/revisions.ts'
import { parseCommandLine, runCommand } from './command.ts'

type OpenApi = Parameters<typeof breakingChanges>[0] & Parameters<typeof unannounced>[1]

/** Where the document is in the repository. */
const path = 'libs/contract/documents/openapi.json'

/** Compares the OpenAPI document with the one of the last landed commit. */
async function main(args: string[]): Promise<string> {
  parseCommandLine('check:api', args, {})
  const base = landedDocument()
  if (!base) return 'There is no earlier OpenAPI document to compare with: a new or shallow clone.'
  const before = JSON.parse(base.text) as OpenApi
  const after = JSON.parse(readFileSync(documents.openapi, 'utf8')) as OpenApi
  const changes = breakingChanges(before, after)
  const silent = unannounced(changes, before, after)
  if (silent.length === 0) {
    return `${changes.length} breaking changes since ${base.commit}, none in an area whose revision is not raised.`
  }
  const lines = silent.map(({ area, operation, change }) => `  ${area}: ${operation}: ${change}`)
  throw new CliError(
    `These changes break clients. Take them back, or raise the revision of the area in libs/contract/src/areas.ts:\n${lines.join('\n')}`,
  )
}

function landedDocument(): { commit: string; text: string } | undefined {
  for (const commit of landedCommits(path)) {
    const text = git('show', `${commit}:${path}`)
    if (text !== undefined) return { commit: commit.slice(0, 12), text }
  }
  return undefined
}

if (import.meta.main) await runCommand(main, { withoutSecrets: true })
