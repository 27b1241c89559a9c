import { fileURLToPath } from 'node:url'
import ts from 'typescript'
import { expect, test } from 'vitest'
import { buildClient } from '../build-client.ts'

test('an editor shows what an operation of the client does, and with which codes it is refused', async () => {
  await buildClient()
  const client = fileURLToPath(new URL('../../libs/client/src/client.ts', import.meta.url))
  const file = `${client}.editor.ts`
  const code = `import { booking, createClientOf } from './client.ts'
createClientOf({ booking }, { url: '' }).booking.startCheckout`
  const host: ts.LanguageServiceHost = {
    getCompilationSettings: () => ({
      strict: true,
      target: ts.ScriptTarget.ES2022,
      module: ts.ModuleKind.ESNext,
      moduleResolution: ts.ModuleResolutionKind.Bundler,
      allowImportingTsExtensions: true,
      noEmit: true,
      types: [],
    }),
    getScriptFileNames: () => [file],
    getScriptVersion: () => '1',
    getScriptSnapshot: name => {
      const text = name === file ? code : ts.sys.readFile(name)
      return text === undefined ? undefined : ts.ScriptSnapshot.fromString(text)
    },
    getCurrentDirectory: () => fileURLToPath(new URL('../..', import.meta.url)),
    getDefaultLibFileName: ts.getDefaultLibFilePath,
    fileExists: name => name === file || ts.sys.fileExists(name),
    readFile: ts.sys.readFile,
  }
  const shown = ts.createLanguageService(host).getQuickInfoAtPosition(file, code.length - 1)
  expect(ts.displayPartsToString(shown?.documentation)).toMatch(
    /^Holds campsites .*\n\n`POST \/api\/booking\/checkout\/sessions`$/s,
  )
  expect(ts.displayPartsToString(shown?.tags?.find(({ name }) => name === 'throws')?.text)).toMatch(
    /\bZONE_UNAVAILABLE\b/,
  )
  expect(ts.displayPartsToString(shown?.displayParts)).toContain('idempotencyKey')
})
