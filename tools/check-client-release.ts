import { readFileSync } from 'node:fs'
import { areas } from '@campstore/contract/areas'
import { CliError } from '@campstore/local-servers/cli-error'
import { runCommand } from './command.ts'

/** What a version of libs/client is published from. */
type ClientRelease = { version: string; changelog: string; revisions: string; tag: string | undefined }

const read = (file: string): string => readFileSync(new URL(`../libs/client/${file}`, import.meta.url), 'utf8')

/** Refuses to publish a client that its changelog does not describe. npm runs it before it publishes libs/client. */
async function main(): Promise<string> {
  const { version } = JSON.parse(read('package.json')) as { version: string }
  const revisions = Object.entries(areas).map(([area, { revision }]) => `${area} ${revision}`)
  const { GITHUB_REF_TYPE, GITHUB_REF_NAME } = process.env
  const tag = GITHUB_REF_TYPE === 'tag' ? GITHUB_REF_NAME : undefined
  const problem = problemOf({ version, changelog: read('CHANGELOG.md'), revisions: revisions.join(', '), tag })
  if (problem !== undefined) throw new CliError(problem)
  return `The client ${version} is for ${revisions.join(', ')}.`
}

/** Why a version cannot be published: its changelog begins with another one, or it is for other revisions than the contract has. */
export function problemOf({ version, changelog, revisions, tag }: ClientRelease): string | undefined {
  const [, entry = ''] = changelog.split(/^## /m)
  const [latest] = entry.split('\n')
  if (latest !== version)
    return `libs/client/CHANGELOG.md begins with ${latest}, and its package.json has the version ${version}.`
  if (!entry.includes(`Contract: ${revisions}.`))
    return `The contract has changed: raise the version of libs/client, and say in its CHANGELOG.md "Contract: ${revisions}."`
  if (tag !== undefined && tag !== `client-v${version}`)
    return `The tag ${tag} is not of this version: client-v${version}.`
  return undefined
}

if (import.meta.main) await runCommand(main, { withoutSecrets: true })
