import { execFileSync } from 'node:child_process'

/**
 * The last landed commits, best first: the common ancestor with the main branch, and the commit before, which alone is left on the
 * main branch itself. None in a clone without history, or without git.
 *
 * @param paths only changes of these count as a difference to a commit; by default of everything
 */
export function landedCommits(...paths: string[]): string[] {
  const head = git('rev-parse', 'HEAD')?.trim()
  const isChanged = git('status', '--porcelain', '--', ...paths)?.trim() !== ''
  const commits = ['origin/main', 'HEAD~1'].map(name => git('merge-base', 'HEAD', name)?.trim())
  return commits.filter(commit => commit !== undefined).filter(commit => commit !== head || isChanged)
}

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
