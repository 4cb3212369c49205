/** The login over a page whose session has ended. */
import { Dialog } from '../components/dialog.js';
import { useConsole } from '../session/console-context.js';
import { LoginForm } from './login.js';

/** The dialog; the request that needed it is repeated after the login. */
export default function LoginDialog() {
  const { session } = useConsole();
  return (
    <Dialog
      open
      onClose={session.cancelLogin}
      dismissible={false}
      title="Log in again"
      description="Your session has ended. Log in to continue; nothing on the page is lost."
    >
      <LoginForm />
    </Dialog>
  );
}
