// Paths of the pages about the security of an account, and of their forms.

export const SECURITY_PATH = '/acc/security/';

export const APP_PATH = '/acc/security/app/';
export const APP_CONFIRM_PATH = '/acc/security/app/confirm/';
export const APP_OFF_PATH = '/acc/security/app/off/';

export const MAIL_PATH = '/acc/security/mail/';
export const MAIL_OFF_PATH = '/acc/security/mail/off/';

export const RECOVERY_PATH = '/acc/security/recovery-codes/';
export const RECOVERY_DONE_PATH = '/acc/security/recovery-codes/done/';
/** Answers with them as a file, while they are shown. */
export const RECOVERY_FILE_PATH = '/acc/security/recovery-codes/download/';

export const SEND_CODE_PATH = '/acc/security/send-code/';

export const SESSION_END_PATH = '/acc/security/sessions/end/';
export const SESSIONS_END_PATH = '/acc/security/sessions/end-others/';
