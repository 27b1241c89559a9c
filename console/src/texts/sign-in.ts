import type { Catalogue } from './text.ts'

export const signIn = {
  title: ['Sign in', '登入'],
  hint: ['campstore back office', 'campstore 後台'],
  password: ['Password', '密碼'],
  demonstration: ['Demonstration accounts', '示範帳號'],
  roleHints: {
    admin: ['Everything, including accounts and permissions', '所有功能，包含帳號與權限'],
    operator: ['Bookings, orders, customers, coupons, closures', '訂位、訂單、顧客、優惠券、休園'],
    warehouse: ['Orders to pack, stock, arrivals', '待出貨訂單、庫存、入住'],
  },
  notConfigured: [
    'Sign-in is not configured. Set the identity provider in the gateway’s configuration.',
    '尚未設定登入。請在閘道的設定中指定身分驗證服務。',
  ],
  noAccount: ['You do not have access yet', '您還沒有後台權限'],
  inactive: ['Your account is deactivated', '您的帳號已停用'],
  inactiveHint: [
    'Ask an administrator to activate it on the Team page, then try again.',
    '請管理員在「團隊」頁面重新啟用帳號，然後再試一次。',
  ],
  noAccountHint: [
    'Ask an administrator to add your e-mail address on the Team page, then try again.',
    '請管理員在「團隊」頁面加入您的電子郵件，然後再試一次。',
  ],
  otherAccount: ['Use another account', '使用其他帳號'],
  expired: [
    'Your session has ended. Sign in again to continue where you were.',
    '登入已逾時。請重新登入，即可繼續操作。',
  ],
  problems: {
    wrong: ['Wrong e-mail or password.', '電子郵件或密碼不正確。'],
    tooMany: ['Too many attempts. Try again in a few minutes.', '嘗試次數過多，請幾分鐘後再試。'],
    unreachable: [
      'The identity provider cannot be reached. Try again in a moment.',
      '無法連線到身分驗證服務，請稍後再試。',
    ],
    failed: ['Could not sign in. Try again.', '無法登入，請再試一次。'],
  },
} satisfies Catalogue
