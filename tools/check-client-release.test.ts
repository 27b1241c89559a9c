import { expect, test } from 'vitest'
import { problemOf } from './check-client-release.ts'

const changelog =
  '# Changelog\n\n## 0.2.0\n\nContract: booking 0.13, admin 0.8.\n\n## 0.1.0\n\nContract: booking 0.12, admin 0.8.\n'
const release = { version: '0.2.0', changelog, revisions: 'booking 0.13, admin 0.8', tag: 'client-v0.2.0' }

test.each([
  ['is what its changelog describes', {}, undefined],
  ['has no entry in the changelog', { version: '0.3.0' }, /begins with 0\.2\.0/],
  ['is for earlier revisions of the contract', { revisions: 'booking 0.14, admin 0.8' }, /raise the version/],
  ['has revisions of an earlier entry', { revisions: 'booking 0.12, admin 0.8' }, /raise the version/],
  ['has the tag of another version', { tag: 'client-v0.1.0' }, /not of this version/],
])('a client that %s', (_, changes, problem) => {
  const found = problemOf({ ...release, ...changes })
  if (problem) expect(found).toMatch(problem)
  else expect(found).toBeUndefined()
})
