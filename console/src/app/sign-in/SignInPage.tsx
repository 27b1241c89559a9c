import { ArrowRight } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../design/Button.tsx'
import { TextField } from '../../design/Field.tsx'
import { Message } from '../../design/Message.tsx'
import { demoPassword, demoStaff } from './demo-accounts.ts'
import { EntrancePage } from './EntrancePage.tsx'
import { type Identity, SignInError } from './identity.ts'

/** Where staff sign in: with a password, or at the provider's own page. */
export function SignInPage({ method }: { method: Identity['method'] }) {
  const { t } = useTranslation()
  const [problem, setProblem] = useState<SignInError['reason']>()
  const [isPending, setPending] = useState(false)
  const attempt = async (signIn: () => Promise<void>) => {
    setPending(true)
    setProblem(undefined)
    try {
      await signIn()
    } catch (error) {
      setProblem(error instanceof SignInError ? error.reason : 'failed')
      setPending(false)
    }
  }
  return (
    <EntrancePage title={t('signIn.title')}>
      {problem && <Message tone="danger">{t(`signIn.problems.${problem}`)}</Message>}
      {method.kind === 'none' && <Message tone="notice">{t('signIn.notConfigured')}</Message>}
      {method.kind === 'redirect' && (
        <Button variant="primary" isPending={isPending} onPress={() => attempt(method.signIn)} icon={ArrowRight}>
          {t('signIn.atProvider')}
        </Button>
      )}
      {method.kind === 'password' && (
        <PasswordForm
          isDemonstration={method.isDemonstration}
          isPending={isPending}
          signIn={(email, password) => attempt(() => method.signIn(email, password))}
        />
      )}
    </EntrancePage>
  )
}

type PasswordFormProps = {
  isDemonstration: boolean
  isPending: boolean
  signIn(email: string, password: string): void
}

function PasswordForm({ isDemonstration, isPending, signIn }: PasswordFormProps) {
  const { t } = useTranslation()
  const [email, setEmail] = useState(isDemonstration ? demoStaff[0].email : '')
  const [password, setPassword] = useState(isDemonstration ? demoPassword : '')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    signIn(email, password)
  }
  return (
    <form className="form" onSubmit={submit}>
      {isDemonstration && (
        <fieldset className="demo-accounts">
          <legend>{t('signIn.demonstration')}</legend>
          {demoStaff.map(({ email: address, role }) => (
            <label key={address} className="demo-account">
              <input
                type="radio"
                name="account"
                checked={email === address}
                onChange={() => {
                  setEmail(address)
                  setPassword(demoPassword)
                }}
              />
              <span>
                <strong>{t(`roles.${role}`)}</strong>
                <small>{t(`signIn.roleHints.${role}`)}</small>
              </span>
            </label>
          ))}
        </fieldset>
      )}
      <TextField
        label={t('signIn.email')}
        type="email"
        autoComplete="username"
        value={email}
        onChange={setEmail}
        isRequired
      />
      <TextField
        label={t('signIn.password')}
        type="password"
        autoComplete="current-password"
        value={password}
        onChange={setPassword}
        isRequired
      />
      <Button type="submit" variant="primary" isPending={isPending}>
        {t('signIn.signIn')}
      </Button>
    </form>
  )
}
