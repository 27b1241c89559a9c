import { type InputHTMLAttributes, type SubmitEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Message } from '../../design/Message.tsx'
import { RadioField } from '../../design/RadioField.tsx'
import { demoPassword, demoStaff } from './demo-accounts.ts'
import { EntranceButton, EntrancePage } from './EntrancePage.tsx'
import { type Identity, SignInError } from './identity.ts'
import '../../design/field.css'

/** Where staff sign in: with a password, or at the provider's own page. */
export function SignInPage({ method, hasExpired }: { method: Identity['method']; hasExpired?: boolean }) {
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
    <EntrancePage title={t('signIn.title')} hasExpired={hasExpired}>
      {hasExpired && !problem && <Message tone="notice">{t('signIn.expired')}</Message>}
      {problem && <Message tone="danger">{t(`signIn.problems.${problem}`)}</Message>}
      {method.kind === 'none' && <Message tone="notice">{t('signIn.notConfigured')}</Message>}
      {method.kind === 'redirect' && (
        <EntranceButton isPrimary isPending={isPending} onPress={() => void attempt(method.signIn)}>
          {t('signIn.title')}
        </EntranceButton>
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

type PasswordFormProps = { isDemonstration: boolean; isPending: boolean; signIn(email: string, password: string): void }

function PasswordForm({ isDemonstration, isPending, signIn }: PasswordFormProps) {
  const { t } = useTranslation()
  const [email, setEmail] = useState(isDemonstration ? demoStaff[0].email : '')
  const [password, setPassword] = useState(isDemonstration ? demoPassword : '')
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    signIn(email, password)
  }
  return (
    <form className="stack" onSubmit={submit}>
      {isDemonstration && (
        <RadioField
          label={t('signIn.demonstration')}
          value={email}
          onChange={address => {
            setEmail(address)
            setPassword(demoPassword)
          }}
          options={demoStaff.map(({ email, role }) => ({
            value: email,
            label: t(`roles.${role}`),
            hint: t(`signIn.roleHints.${role}`),
          }))}
        />
      )}
      <EntranceField label={t('fields.email')} type="email" autoComplete="username" value={email} change={setEmail} />
      <EntranceField
        label={t('signIn.password')}
        type="password"
        autoComplete="current-password"
        value={password}
        change={setPassword}
      />
      <EntranceButton isPrimary isPending={isPending}>
        {t('signIn.title')}
      </EntranceButton>
    </form>
  )
}

type EntranceFieldProps = Pick<InputHTMLAttributes<HTMLInputElement>, 'type' | 'autoComplete' | 'value'> & {
  label: string
  change(value: string): void
}

const EntranceField = ({ label, change, ...input }: EntranceFieldProps) => (
  <label className="field">
    <span>{label}</span>
    <input {...input} required onChange={event => change(event.target.value)} />
  </label>
)
