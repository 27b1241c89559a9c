import { execFileSync } from 'node:child_process'

/** A released version, and the commit that set it in the package.json of the root. */
export type Release = { version: string; commit: string }

const released = /^[1-9]\d*\.\d+\.\d+$/

/**
 * The newest released version before this working tree: 1.0.0 or later. The commit that sets a version counts as before once
 * something has changed since. Undefined until there is one, in a clone without that history, and without git.
 */
export function previousRelease(folder?: string): Release | undefined {
  const inFolder = folder === undefined ? [] : ['-C', folder]
  const ask = (...args: string[]) => git(...inFolder, ...args)?.trim()
  const versionAt = (commit: string): string | undefined =>
    /^ {2}"version": "(.+)"/m.exec(ask('show', `${commit}:package.json`) ?? '')?.[1]
  const head = ask('rev-parse', 'HEAD')
  const isChanged = ask('status', '--porcelain') !== ''
  const commits = ask('log', '--format=%H', '-G^  "version": ', '--', 'package.json')?.split('\n') ?? []
  for (const commit of commits) {
    const version = versionAt(commit)
    const isRelease = version !== undefined && released.test(version) && version !== versionAt(`${commit}~1`)
    if (isRelease && (commit !== head || isChanged)) return { version, commit }
  }
  return undefined
}

/** Why there is nothing to compare with. */
export const noRelease = 'No version was released before this one, or this clone has no history: nothing was compared.'

/** What git prints, or undefined when it fails or is absent. */
export function git(...args: string[]): string | undefined {
  try {
    return execFileSync('git', args, {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
      maxBuffer: 64 * 1024 ** 2,
    })
  } catch {
    return undefined
  }
}
