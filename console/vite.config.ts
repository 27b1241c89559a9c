import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

/** What the sign-in consists of, in one file each of script and style, because each further one takes a round trip. */
const entrance = [
  /node_modules\/zod\/v4\/core\/core\.js$/,
  /node_modules\/(?:react|react-dom|scheduler|i18next|react-i18next)\//,
  /lucide-react\/dist\/esm\/(?:(?!icons\/)|icons\/tent-tree\.)/,
  /console\/src\/lib\/(?:language|retried)\.ts$/,
  /console\/src\/app\/(?:i18n|theme|shell\/(?:Brand|LanguageChoice)|sign-in\/(?:identity|Entrance\w+|SignInPage))\.tsx?$/,
  /console\/src\/(?:app\/(?:shell\/(?:brand|choice)|sign-in\/entrance)|design\/(?:tokens|base|button|field|message))\.css$/,
  /console\/src\/design\/Message\.tsx$/,
]

/** The console below /staff. `npm run console` builds it; tools/build-console.ts names where it goes. */
export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  base: '/staff/',
  plugins: [react()],
  build: {
    target: 'baseline-widely-available',
    // The policy allows neither inline styles nor data URLs.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: {
      output: {
        codeSplitting: { groups: [{ name: 'entrance', test: id => entrance.some(pattern => pattern.test(id)) }] },
      },
    },
  },
})
