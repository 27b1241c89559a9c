import './app/without-eval.ts'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { Entrance, loadConsole } from './app/Entrance.tsx'
import { startI18n } from './app/i18n.ts'
import { StartFailure } from './app/StartFailure.tsx'
import { hasStoredSession, openIdentity } from './app/sign-in/open-identity.ts'
import { applyTheme } from './app/theme.ts'
import { retryStyles } from './lib/retried.ts'
import './design/tokens.css'
import './design/base.css'

retryStyles()
applyTheme()
await startI18n()
if (hasStoredSession()) void loadConsole().catch(() => {})
const root = createRoot(document.getElementById('root') ?? document.body)
const identity = await openIdentity().catch(() => undefined)
root.render(<StrictMode>{identity ? <Entrance identity={identity} /> : <StartFailure />}</StrictMode>)
