/** The navigation on a narrow screen. */
import { Dialog } from '../components/dialog.js';
import { Navigation } from './navigation.js';

/** The drawer. */
export default function NavigationDrawer({ onClose }: { onClose: () => void }) {
  return (
    <Dialog open onClose={onClose} title="Dragoman" placement="drawer">
      <div className="-mx-4">
        <Navigation onChoose={onClose} />
      </div>
    </Dialog>
  );
}
