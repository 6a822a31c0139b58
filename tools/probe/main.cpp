// quovis-probe CONFIGURATION: opens the plugins that a configuration text enables and asks each for its compiler and
// devices. The core starts it for `plugins.probe: always`; all that counts is whether it comes back.
#include <quovis/quovis.h>

#include <cstdio>

int main(int argc, char** argv) {
    if (argc != 2) {
        std::fputs("usage: quovis-probe CONFIGURATION\nIt is started by libquovis; try 'quovis plugins' instead.\n",
                   stderr);
        return 2;
    }
    quovis_instance_info info = QUOVIS_INIT(quovis_instance_info);
    info.config_text = argv[1];
    quovis_instance* instance = nullptr;
    std::size_t count = 0;
    if (quovis_instance_create(&info, &instance) != QUOVIS_OK || quovis_plugin_count(instance, &count) != QUOVIS_OK) {
        std::fprintf(stderr, "%s\n", quovis_last_error()->message);
        return 1;
    }
    quovis_instance_release(instance);
    return 0;
}
